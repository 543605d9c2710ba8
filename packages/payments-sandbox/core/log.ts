/** The part of the product's log that the sandbox writes to. */
export interface Log {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
