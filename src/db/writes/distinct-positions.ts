/** Returns ascending positions in which no two are equal. Positions that are distinct stay as they are. */
export function distinctPositions(positions: number[]): number[] {
  let last = -1
  return positions.map((position) => (last = Math.max(position, last + 1)))
}
