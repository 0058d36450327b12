import pg from 'pg'
import { newSecret, sha256 } from '../../src/lib/secret.ts'
import { median } from './report.ts'

const CODES = 3_000
const AT_ONCE = 32
const REDIRECT_URI = 'https://app.example/callback'

/** Redeems fresh codes at `/oauth/token` as fast as it answers, and says how many a second as a line of Markdown. */
export async function measureExchanges(
  url: string,
  databaseUrl: string,
  organizationId: number,
): Promise<string> {
  const client = { id: `foapp_bench${Date.now()}`, secret: newSecret('fosec_') }
  const codes = Array.from({ length: CODES }, () => newSecret('fooc_'))
  await prepare(databaseUrl, organizationId, client, codes)
  const times: number[] = []
  const started = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let code = codes.pop(); code; code = codes.pop()) times.push(await exchange(url, client, code))
    }),
  )
  const rate = CODES / ((performance.now() - started) / 1000)
  return `\nToken exchanges: ${rate.toFixed(0)} a second over ${CODES} codes, ${AT_ONCE} at once, p50 ${median(times).toFixed(0)} ms (bar: 300 a second).\n`
}

type Client = { id: string; secret: string }

async function prepare(
  databaseUrl: string,
  organizationId: number,
  client: Client,
  codes: string[],
): Promise<void> {
  const database = new pg.Client(databaseUrl)
  await database.connect()
  const admin = `(select id from users where organization_id = $1 and role = 'admin' order by id limit 1)`
  const { rows } = await database.query<{ id: number }>(
    `insert into oauth_apps (organization_id, client_id, name, redirect_uris, allowed_actor_modes, declared_scopes,
       subscribed_webhook_events, secret_hash, created_by_id)
     values ($1, $2, 'Bench', $3, '{app}', '{posts:read}', '{}', $4, ${admin}) returning id`,
    [organizationId, client.id, [REDIRECT_URI], sha256(client.secret)],
  )
  await database.query(
    `insert into oauth_codes (organization_id, code_hash, app_organization_id, app_id, redirect_uri, actor, user_id,
       scopes, webhook_events, expires_at)
     select $1, hash, $1, $2, $3, 'app', ${admin}, '{posts:read}', '{}', now() + interval '5 minutes'
     from unnest($4::bytea[]) as hash`,
    [organizationId, rows[0]?.id, REDIRECT_URI, codes.map(sha256)],
  )
  await database.end()
}

/** Milliseconds of one exchange, which must succeed. */
async function exchange(url: string, client: Client, code: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'authorization_code',
      client_id: client.id,
      client_secret: client.secret,
      redirect_uri: REDIRECT_URI,
      code,
    }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`an exchange was refused: ${text}`)
  return performance.now() - started
}
