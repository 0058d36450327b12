/** Headers of files whose address changes with their contents. */
export const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' } as const
