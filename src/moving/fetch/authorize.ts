import type { FetchRequest } from './requests.ts'

/** Sources with an API that can be fetched, and the address that is fixed or the default. */
export const API_ADDRESSES = {
  canny: 'https://canny.io',
  featureos: 'https://api.featureos.app',
  astuto: null,
} as const
export type ApiSource = keyof typeof API_ADDRESSES

/** Adds the key of a source to a request: headers, and for Canny the body. The result must not be logged. */
export function authorize(
  source: ApiSource,
  request: FetchRequest,
  key: string,
): { headers: Record<string, string>; body: Record<string, unknown> | undefined } {
  if (source === 'canny') return { headers: {}, body: { ...request.body, apiKey: key } }
  const headers: Record<string, string> =
    source === 'featureos' ? { 'API-KEY': key, 'ALLOW-PRIVATE': 'true' } : { Authorization: `Bearer ${key}` }
  return { headers, body: request.body }
}
