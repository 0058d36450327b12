import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { signSessionToken, verifySessionToken } from '../../src/auth/session-token.ts'

const ISSUER = 'https://feedback.example'
const [key, former, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const
const pinned = { publicUrl: ISSUER, pinned: true }

test('a token that was verified before has the same claims, and is refused without its key or its issuer', async () => {
  const token = await signSessionToken(7, former, ISSUER, new Date('2026-03-02T10:00:00Z'))
  const verify = (keys: Buffer[], site = pinned) => verifySessionToken(token, keys, site)
  const claims = {
    accountId: 7,
    issuedAt: new Date('2026-03-02T10:00:00Z'),
    expiresAt: new Date('2026-03-02T22:00:00Z'),
  }
  const moved = { publicUrl: 'https://other.example', pinned: true }
  for (let time = 0; time < 2; time++) {
    expect(await verify([key, former])).toEqual(claims)
    expect(await verify([key, foreign])).toBeNull()
    expect(await verify([key, former], moved)).toBeNull()
    expect(await verify([key, former], { ...moved, pinned: false })).toEqual(claims)
  }
  const [head, , signature] = token.split('.')
  const other = Buffer.from(JSON.stringify({ sub: '8', iss: ISSUER, iat: 1, exp: 2 })).toString('base64url')
  expect(await verifySessionToken(`${head}.${other}.${signature}`, [former], pinned)).toBeNull()
})
