import { createHmac, timingSafeEqual } from 'node:crypto'
import { now } from '../../lib/time/clock.ts'

/** A file to download: of an import (`imp_1`) or an export (`exp_1`). */
type Download = { organizationId: number; id: string; name: string }

const LIFETIME_S = 86_400
/** Addresses of one file are equal within this time, so that a client that reads it again keeps them. */
const STEP_S = 600
const SIGNATURE = /^([1-9]\d{0,9})-([\w-]{43})$/

/** Returns the path of a download with its signature, and the end of its validity, in a day or 10 minutes after it. */
export function downloadPath(key: Buffer, download: Download): { path: string; expiresAt: Date } {
  const expires = Math.ceil(now().getTime() / 1000 / STEP_S) * STEP_S + LIFETIME_S
  const { organizationId, id, name } = download
  const signature = `${organizationId}-${sign(key, download, expires)}`
  return {
    path: `/exports/${id}/${encodeURIComponent(name)}?expires=${expires}&signature=${signature}`,
    expiresAt: new Date(expires * 1000),
  }
}

/** Returns the organization of a signed download. Null for another signature, and after its end. */
export function readDownload(
  key: Buffer,
  { id, name }: Omit<Download, 'organizationId'>,
  { expires, signature }: { expires: unknown; signature: unknown },
): number | null {
  if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires)) return null
  const [, organization = '', mac = ''] = SIGNATURE.exec(signature) ?? []
  if (mac === '' || Number(expires) * 1000 <= now().getTime()) return null
  const organizationId = Number(organization)
  const expected = sign(key, { organizationId, id, name }, Number(expires))
  return timingSafeEqual(Buffer.from(mac), Buffer.from(expected)) ? organizationId : null
}

const sign = (key: Buffer, { organizationId, id, name }: Download, expires: number) =>
  createHmac('sha256', key)
    .update(JSON.stringify([organizationId, id, name, expires]))
    .digest('base64url')
