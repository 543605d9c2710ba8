/** Empty but for a moment. */
export interface WriteProbeTable {
  id: string;
  filler: string;
}
