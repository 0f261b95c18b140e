import type { Deliveries, SearchReport } from '@sitegrep/storage';
import { destinationKey, type TellingSearch } from '../destinations.ts';
import { deliveryId } from './delivery-id.ts';

/** Makes a delivery of a report for each destination of its search, once. */
export async function deliverReport(
  deliveries: Pick<Deliveries, 'add'>,
  { id, destinations }: TellingSearch,
  { born, number, endedAt: at }: Pick<SearchReport, 'born' | 'endedAt' | 'number'>,
): Promise<void> {
  for (const one of destinations) {
    const destination = destinationKey(id, one);
    await deliveries.add({
      id: deliveryId(destination, ['report', born, number]),
      search: id,
      destination,
      content: { kind: 'report', number },
      createdAt: at,
      due: at,
    });
  }
}
