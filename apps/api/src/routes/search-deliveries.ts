// Deliveries of a saved search: with the answers of receivers, sent again, and tried.
import { randomUUID } from 'node:crypto';
import {
  type DeliveryItem,
  DeliveryParameters,
  formatTimestamp,
  ListOptions,
  NoParameters,
  parameterChecker,
  SavedSearchParameters,
} from '@sitegrep/contract';
import type { Delivery, DeliveryAnswer } from '@sitegrep/storage';
import { sendTest } from '@sitegrep/telling';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../body.ts';
import { Failure } from '../failure.ts';
import { openLists } from '../lists.ts';
import { addOperation } from '../operation-route.ts';
import { keyOf, requireOwn, tellsNobody } from '../saved-searches/owners.ts';
import type { Searches } from '../searches.ts';
import type { ApiParts } from '../settings.ts';

const checkNothing = parameterChecker(NoParameters);
const checkList = parameterChecker(ListOptions);
const checkParameters = parameterChecker(SavedSearchParameters);
const checkDelivery = parameterChecker(DeliveryParameters);

export function addSearchDeliveryRoutes(
  app: FastifyInstance,
  { storage, telling, onWork }: ApiParts,
  { whileWanted }: Pick<Searches, 'whileWanted'>,
): void {
  const { deliveries } = storage;
  const { searches } = storage.domains;
  const pages = openLists(storage.keys);

  addOperation(app, 'listSearchDeliveries', {}, async (request) => {
    const options = requireValid(checkList(request.query));
    const { id } = requireValid(checkParameters(request.params));
    await requireOwn(searches, keyOf(request), id);
    const list = `/searches/${id}/deliveries`;
    const { items, next } = await deliveries.list({ ...(await pages.pageOf(list, options)), search: id });
    return {
      success: true,
      data: { items: items.map(deliveryItem), next_token: await pages.tokenOf(list, next) },
    };
  });

  addOperation(app, 'replaySearchDelivery', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const { id, delivery } = requireValid(checkDelivery(request.params));
    await requireOwn(searches, keyOf(request), id);
    const found = await deliveries.get(delivery);
    if (found?.search !== id)
      throw new Failure(
        'not_found',
        `The saved search ${id} has no delivery ${delivery}; GET /searches/${id}/deliveries lists those that are kept.`,
      );
    const waiting = await deliveries.replay(delivery, Date.now());
    if (waiting === null)
      throw new Failure(
        'conflict',
        `The delivery ${delivery} is ${found.state}, and only one that was given up is sent again.`,
      );
    onWork?.();
    return { success: true, data: deliveryItem(waiting) };
  });

  addOperation(app, 'testSavedSearch', {}, async (request, reply) => {
    requireValid(checkNothing(request.query));
    const { id } = requireValid(checkParameters(request.params));
    const { definition } = await requireOwn(searches, keyOf(request), id);
    if (definition.destinations.length === 0)
      throw new Failure('conflict', `The saved search ${id} tells nobody; put it with notify.`);
    if (telling === undefined) throw tellsNobody();
    const { sender } = telling;
    const search = { id, label: definition.label };
    const answers = await whileWanted(reply, (signal) =>
      Promise.all(
        definition.destinations.map(async (destination) => {
          const test = { id: randomUUID(), at: Date.now(), signal };
          const { meaning, ...answer } = await sendTest(sender, search, destination, test);
          return { by: destination.kind, accepted: meaning === 'accepted', ...receiverAnswer(answer) };
        }),
      ),
    );
    return { success: true, data: { answers } };
  });
}

function deliveryItem(delivery: Delivery): DeliveryItem {
  const { id, destination, content, state, attempts, answers, createdAt, due, endedAt } = delivery;
  return {
    id,
    by: destination.endsWith('/mail') ? 'mail' : 'webhook',
    state,
    kind: content.kind,
    first_event: 'first' in content ? content.first : null,
    last_event: content.kind === 'events' ? content.last : null,
    attempts,
    created_at: formatTimestamp(createdAt),
    next_at: state === 'waiting' ? formatTimestamp(due) : null,
    ended_at: endedAt === null ? null : formatTimestamp(endedAt),
    answers: answers.map(receiverAnswer),
  };
}

function receiverAnswer({ at, status, text }: DeliveryAnswer): DeliveryItem['answers'][number] {
  return { at: formatTimestamp(at), status, text };
}
