/** Maximum number of parts of a picture, which bounds the time of hostile ones. */
export const MAX_PARTS = 20_000

/**
 * Bytes of a picture with its size in pixels, as it is shown. `passes` is how often a decoder may fill all of them: its
 * frames, or the scans of a JPEG.
 */
export type Picture = { width: number; height: number; passes: number; bytes: Buffer }
