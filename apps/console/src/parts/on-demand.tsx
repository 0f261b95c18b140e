// Components whose scripts are loaded when they are first shown, or when it is likely that they soon will be.
import type { ComponentType, ReactNode } from 'react';
import { queryClient } from '../api/queries.ts';
import { TEXT } from '../text.ts';
import { Dialog } from './Dialog.tsx';
import { Loading, State } from './Failure.tsx';
import { laterQuery, useLater } from './later.ts';
import { Reload } from './Reload.tsx';

/** An element in place of a component that is not there. */
interface InPlace<Props> {
  /** While it loads. */
  readonly waiting?: ReactNode;
  /** @param failure says that it did not load, and what to do */
  readonly failed?: (failure: ReactNode, props: Props) => ReactNode;
}

/**
 * A component that is loaded on demand. If that fails, its element says so, and loads it again.
 *
 * @param name which no other part of the scripts has
 */
export function onDemand<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  { waiting = <Loading />, failed = asState }: InPlace<Props> = {},
) {
  function OnDemand(props: Props): ReactNode {
    const { data: Part, error, refetch } = useLater(name, load);
    if (Part !== undefined) return <Part {...props} />;
    if (error === null) return waiting;
    return failed(<Reload problem={error.message} retry={() => void refetch()} />, props);
  }
  return Object.assign(OnDemand, {
    /** Loads it, without an error if it does not come. */
    preload: () => queryClient.prefetchQuery(laterQuery(name, load)),
  });
}

/** A dialog that is loaded on demand. */
export function dialogOnDemand<Props extends { readonly onClose: () => void }>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
) {
  return onDemand(name, load, {
    waiting: null,
    failed: (failure, { onClose }) => (
      <Dialog title={TEXT.failed.title} onClose={onClose}>
        {failure}
      </Dialog>
    ),
  });
}

/** A page that is loaded on demand. */
export function pageOnDemand(name: string, load: () => Promise<ComponentType>) {
  return onDemand(`page ${name}`, load, {
    waiting: (
      <div className="page">
        <Loading lines={8} />
      </div>
    ),
    failed: (failure) => <div className="page">{asState(failure)}</div>,
  });
}

function asState(failure: ReactNode): ReactNode {
  return (
    <State title={TEXT.failed.title} isBad>
      {failure}
    </State>
  );
}
