// Agents that owners of sites name in robots.txt, by their product tokens.

/** Purposes for which agents fetch pages. */
export const AGENT_PURPOSES = ['ai_training', 'ai_answers', 'search', 'archive', 'seo'] as const;
export type AgentPurpose = (typeof AGENT_PURPOSES)[number];

/**
 * Product tokens (RFC 9309, 2.2.1) as the operators of the agents write them, by purpose. A token that is named for training alone,
 * such as `Google-Extended`, sends no requests of its own.
 */
const AGENTS_BY_PURPOSE: Readonly<Record<AgentPurpose, readonly string[]>> = {
  ai_training: [
    'Amazonbot',
    'Applebot-Extended',
    'Bytespider',
    'CCBot',
    'ClaudeBot',
    'Diffbot',
    'FacebookBot',
    'GPTBot',
    'Google-Extended',
    'anthropic-ai',
    'cohere-ai',
    'meta-externalagent',
    'omgili',
  ],
  ai_answers: [
    'ChatGPT-User',
    'Claude-SearchBot',
    'Claude-User',
    'DuckAssistBot',
    'MistralAI-User',
    'OAI-SearchBot',
    'Perplexity-User',
    'PerplexityBot',
    'YouBot',
  ],
  search: ['Applebot', 'Baiduspider', 'Googlebot', 'PetalBot', 'YandexBot', 'bingbot'],
  archive: ['ia_archiver'],
  seo: ['AhrefsBot', 'SemrushBot'],
};

/** The known agents, in code point order of their names. */
export const KNOWN_AGENTS: readonly { readonly name: string; readonly purpose: AgentPurpose }[] =
  AGENT_PURPOSES.flatMap((purpose) => AGENTS_BY_PURPOSE[purpose].map((name) => ({ name, purpose }))).sort(
    (a, b) => (a.name < b.name ? -1 : 1),
  );
