/** A value that an owner publishes, held in memory by each process. */
export interface Published<T> {
  /** The same frozen object until the next publication. */
  current(): T;
  /** Reads it again; after a change in this process. */
  readAgain(): Promise<void>;
}
