/** A value that an owner publishes, held in memory by each process. */
export interface Published<T> {
  /** The same frozen object until the next publication. */
  current(): T;
  /** Reads it again. */
  readAgain(): Promise<void>;
  /** Holds what this process has just published, without another read, which could fail after the fact. */
  hold(value: T): void;
}
