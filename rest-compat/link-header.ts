import type { Request } from 'express'
import type { AnyEndpoint } from './endpoint.ts'
import { pageLinks } from './page-links.ts'

/** Returns the `Link` header of a list with several pages, otherwise null. */
export function linkOf(
  endpoint: AnyEndpoint,
  { originalUrl }: Request,
  input: Record<string, unknown>,
  { origin, data, body }: { origin: string; data: Record<string, unknown>; body: unknown },
): string | null {
  if (!endpoint.hasNext) return null
  const number = Number(input.page ?? 1)
  const hasNext = endpoint.hasNext(data)
  if (number <= 1 && !hasNext) return null
  return pageLinks(origin, originalUrl, {
    number,
    hasNext,
    isEmpty: isEmptyList(body),
  })
}

/** Whether the body of a list, which has one list, has no items. */
const isEmptyList = (body: unknown) =>
  Object.values(body as Record<string, unknown>).every((value) => !Array.isArray(value) || value.length === 0)
