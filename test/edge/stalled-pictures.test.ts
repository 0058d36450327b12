import { expect, test } from 'vitest'
import { rawConnection } from '../support/clients/raw-http.ts'
import { sendFile } from '../support/clients/uploads.ts'
import { png } from '../support/fixtures/pictures.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { growth } from '../support/memory-growth.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const MEGABYTE = 1_048_576
const MAX_AT_ONCE = 100

test('a peer that asks for many pictures at once and reads none costs the memory of a part of one', async () => {
  const answer = await sendFile(app, tenant.admin.session, png({ random: 5 * MEGABYTE - 20_000 }))
  expect(answer.status).toBe(201)
  const { pathname } = new URL(answer.body.url)
  await openPortal(app, tenant, { avatarUrl: answer.body.url })
  const read = async () => Buffer.from(await (await fetch(app.url + pathname)).arrayBuffer()).length
  const size = await read()
  expect(size).toBeGreaterThan(4.7 * MEGABYTE)
  const taken = await growth(async () => {
    const peer = await rawConnection(app)
    peer.socket.pause()
    peer.socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(MAX_AT_ONCE))
    // Pictures that others read are behind those of the peer.
    for (let count = 0; count < 4; count++) expect(await read()).toBe(size)
    peer.socket.destroy()
  })
  expect(taken / MEGABYTE).toBeLessThan(150)
})
