import { type ChecksAnswer, NoParameters, parameterChecker, type SettingsAnswer } from '@sitegrep/contract';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../../body.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

const checkNothing = parameterChecker(NoParameters);

/** GET /admin/settings: the settings in force. GET /admin/checks: what is wrong with them, the machine and the services. */
export function addInstanceRoutes(app: FastifyInstance, { instance }: ApiParts): void {
  addOperation(app, 'listSettings', {}, async (request): Promise<SettingsAnswer> => {
    requireValid(checkNothing(request.query));
    return { success: true, data: { settings: instance.settings } };
  });

  let checking: Promise<ChecksAnswer['data']> | null = null;
  addOperation(app, 'checkInstance', {}, async (request): Promise<ChecksAnswer> => {
    requireValid(checkNothing(request.query));
    checking ??= instance.check().finally(() => (checking = null));
    return { success: true, data: await checking };
  });
}
