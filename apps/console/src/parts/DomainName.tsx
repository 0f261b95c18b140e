import { inScript } from '../names.ts';
import { Foreign } from './Foreign.tsx';

/** A domain as people write it, with what the API has for it beside: scripts have letters that look alike. */
export function DomainName({ domain }: { readonly domain: string }) {
  const written = inScript(domain);
  if (written === null) return domain;
  return (
    <>
      <Foreign text={written} /> <span className="quiet">({domain})</span>
    </>
  );
}
