import { AuditListOptions, parameterChecker } from '@sitegrep/contract';
import type { FastifyInstance } from 'fastify';
import { auditItem } from '../../audit.ts';
import { requireValid } from '../../body.ts';
import { openLists } from '../../lists.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

const LIST = '/admin/audit-log';

const checkList = parameterChecker(AuditListOptions);

/** GET /admin/audit-log: what was done with administrator's rights, the latest first. */
export function addAuditLogRoute(app: FastifyInstance, { storage: { audit, keys } }: ApiParts): void {
  const lists = openLists(keys);

  addOperation(app, 'listAuditLog', {}, async (request) => {
    const options = requireValid(checkList(request.query));
    const { action, key_id: keyId } = options;
    const list = `${LIST}?action=${action ?? ''}&key_id=${keyId ?? ''}`;
    const { items, next } = await audit.list({
      ...(await lists.pageOf(list, options)),
      ...(action !== undefined && { action }),
      ...(keyId !== undefined && { keyId }),
    });
    return {
      success: true,
      data: { items: items.map(auditItem), next_token: await lists.tokenOf(list, next) },
    };
  });
}
