import type { AuditLog } from './audit.ts';
import type { CrawlRecords } from './crawls.ts';
import type { DomainIndex } from './domains.ts';
import type { KeyStore } from './keys.ts';

/** The ports together, as each adapter opens them. */
export interface Storage {
  readonly domains: DomainIndex;
  readonly crawls: CrawlRecords;
  readonly keys: KeyStore;
  readonly audit: AuditLog;
  /** Lets what is under way end, then closes threads or connections. */
  close(): Promise<void>;
}
