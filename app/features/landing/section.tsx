import type { ReactNode } from 'react';
import type { SectionId } from './anchors.ts';

/** A part of the page that a link can target, moving the focus there. */
export function Section({
  id,
  title,
  lead,
  className = '',
  children,
}: {
  id: SectionId;
  title: string;
  lead?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} className={`section ${className}`} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <div className="within">
        <h2 id={`${id}-title`}>{title}</h2>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </div>
    </section>
  );
}
