import type { ComponentProps } from 'react';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={className ? `card ${className}` : 'card'} />;
}
