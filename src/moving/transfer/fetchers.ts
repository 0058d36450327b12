import { astutoFetcher, astutoStart, type AstutoState } from '../fetch/astuto.ts'
import { API_ADDRESSES, type ApiSource } from '../fetch/authorize.ts'
import { cannyFetcher, cannyStart, type CannyState } from '../fetch/canny.ts'
import { featureosFetcher, featureosStart, type FeatureosState } from '../fetch/featureos.ts'
import { fetchAll, type FetchSource, type Step } from '../fetch/fetcher.ts'
import type { FetchClock } from '../fetch/retrying.ts'

/** Options of a fetch: whether to look up voters, and roadmaps by id where the source lists none. */
export type FetchOptions = { voters: boolean; roadmaps: readonly string[] }

/** Whether a source has an API that can be fetched. */
export const isApiSource = (source: string): source is ApiSource => source in API_ADDRESSES

/** The first state of a fetch. */
export function firstFetchState(source: ApiSource, { voters, roadmaps }: FetchOptions): object {
  if (source === 'canny') return cannyStart()
  return source === 'astuto' ? astutoStart() : featureosStart({ voters, roadmaps: [...roadmaps] })
}

/** Fetches a source from a stored state. */
export function fetchSteps(
  source: ApiSource,
  state: unknown,
  from: FetchSource,
  clock: FetchClock,
): AsyncGenerator<Step<object>> {
  if (source === 'canny') return fetchAll(cannyFetcher, state as CannyState, from, clock)
  return source === 'astuto'
    ? fetchAll(astutoFetcher, state as AstutoState, from, clock)
    : fetchAll(featureosFetcher, state as FeatureosState, from, clock)
}
