/** A row exists only for a moment. */
export interface WriteProbeTable {
  id: string;
  filler: string;
}
