import { expect } from 'vitest'
import type { Answer, TestApp } from '../app.ts'
import { fingerprint } from './fingerprint.ts'

/**
 * Expects that a call to `/oauth/*` fails with this status and error value in the documented form. The
 * response must not be cacheable, and no row of the database may change.
 */
export async function expectRefused(
  { database }: TestApp,
  call: () => Promise<Answer>,
  status: number,
  error: string,
): Promise<Answer> {
  const before = await fingerprint(database.kysely)
  const answer = await call()
  expect({ status: answer.status, error: answer.body?.error }).toEqual({ status, error })
  const { message } = answer.body
  expect(message).toEqual(expect.any(String))
  // RFC 6749 excludes double quotes from a description.
  const error_description = message.replaceAll('"', "'")
  expect(answer.body).toMatchObject({ success: false, status, error_description })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('location')).toBeNull()
  expect(await fingerprint(database.kysely)).toBe(before)
  return answer
}
