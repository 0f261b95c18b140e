import type { ReactNode, Ref } from 'react';

interface CardProps {
  readonly title: string;
  /** Link to all of it. */
  readonly beside?: ReactNode;
  readonly className?: string;
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

/** A part of the overview, with its heading. */
export function Card({ title, beside, className = '', ref, children }: CardProps) {
  return (
    <section ref={ref} className={`card ${className}`}>
      <div className="row apart">
        <h2>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
