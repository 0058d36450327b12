import { expect } from 'vitest'
import type { Answer, TestApp } from '../app.ts'
import type { Headers } from '../fixtures/scenario.ts'

/** Uploads bytes under a misleading name and type. */
export function sendFile(
  app: TestApp,
  headers: Headers,
  bytes: Buffer,
  name = 'picture.html',
): Promise<Answer> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)], { type: 'text/html' }), name)
  return app.call('POST', '/uploads', { headers, body })
}

/** Uploads a picture. Returns its path. */
export async function uploadPicture(app: TestApp, headers: Headers, bytes: Buffer): Promise<string> {
  const answer = await sendFile(app, headers, bytes)
  expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('"url"')])
  return new URL(answer.body.url).pathname
}
