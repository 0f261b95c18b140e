/** YouTube's words, in English, for what passes: it refuses whoever asks from here, not the video. */
const REFUSED = /try again later|rate-limited|not a bot|captcha/i;

/** And for a video that is not there, or not for the public. */
const MISSING =
  /\bprivate video\b|\bvideo is private\b|granted you access|has been removed|has been terminated|does not exist|\bdoesn['’]t exist\b|\bvideo (?:is |is no longer |no longer )?(?:unavailable|available|not available)\b|\bvideo isn['’]t available\b|\bnot a valid video\b/i;

/** Seen by others: by those of another country, age or membership. */
const HIDDEN_FROM_US = /\bcountry\b|confirm your age|\bmembers\b|\bage-restricted\b|inappropriate for some/i;

/**
 * Whether a reason that YouTube gives for not playing a video means that nobody can see it. What reads YouTube's pages
 * repeats these reasons, and has no code for them.
 */
export function saysVideoIsMissing(reason: string): boolean {
  return !REFUSED.test(reason) && !HIDDEN_FROM_US.test(reason) && MISSING.test(reason);
}
