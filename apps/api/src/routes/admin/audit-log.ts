import { AuditListOptions, parameterChecker } from '@sitegrep/contract';
import type { FastifyInstance } from 'fastify';
import { auditItem } from '../../audit.ts';
import { requireValid } from '../../body.ts';
import { openNext, sealNext } from '../../list-token.ts';
import { once } from '../../once.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

const LIST = '/admin/audit-log';
const DEFAULT_LIMIT = 50;

const checkList = parameterChecker(AuditListOptions);

/** GET /admin/audit-log: who did what, latest first. */
export function addAuditLogRoute(app: FastifyInstance, { storage: { audit, keys } }: ApiParts): void {
  const listSecret = once(() => keys.secret('next-token'));

  addOperation(app, 'listAuditLog', {}, async (request) => {
    const options = requireValid(checkList(request.query));
    const { limit = DEFAULT_LIMIT, next_token, action, key_id: keyId } = options;
    const list = `${LIST}?action=${action ?? ''}&key_id=${keyId ?? ''}`;
    const secret = await listSecret();
    const { items, next } = await audit.list({
      limit,
      ...(next_token !== undefined && { after: openNext(secret, list, next_token) }),
      ...(action !== undefined && { action }),
      ...(keyId !== undefined && { keyId }),
    });
    return {
      success: true,
      data: { items: items.map(auditItem), next_token: sealNext(secret, list, next) },
    };
  });
}
