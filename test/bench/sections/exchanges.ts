import { newCredential, newSecret, sha256 } from '../../../src/lib/crypto/secret.ts'
import { freshOrganization } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { countCpu } from '../cpu-time.ts'
import { median, spread, table } from '../report.ts'

const CODES = 1_000
const AT_ONCE = 32
const ROUNDS = 3
const REDIRECT_URI = 'https://app.example/callback'

/** Measures exchanges of new codes at `/oauth/token` at full speed. */
export async function measureExchanges(bench: Bench): Promise<string> {
  const { quick } = bench.options
  const organization = await freshOrganization(bench, 'exchanges')
  const client = { id: `foapp_${organization.slug}`, secret: newSecret('fosec_') }
  const appId = await registerClient(bench, organization.id, client)
  await using server = await bench.startEcholog()
  const results: { rate: number; p50: number; cpu: number }[] = []
  for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
    const codes = Array.from({ length: CODES }, () => newCredential('fooc_', organization.id))
    await storeCodes(bench, organization.id, appId, codes)
    const used = countCpu([server.pid], bench.postmaster)
    const { times, seconds } = await redeem(server.url, client, codes)
    const { servers, postgres } = used()
    results.push({
      rate: CODES / seconds,
      p50: median(times),
      cpu: ((servers + postgres) * 1000) / CODES,
    })
  }
  const of = (part: keyof (typeof results)[number]) => results.map((result) => result[part])
  return table(
    'Token exchanges',
    `${results.length} rounds of ${CODES} codes, ${AT_ONCE} at once.`,
    ['', 'bar', 'a second', 'CPU ms per exchange', 'p50 ms'],
    [['token exchanges', '≥ 300/s', spread(of('rate')), spread(of('cpu'), 2), spread(of('p50'))]],
  )
}

async function redeem(url: string, client: Client, codes: string[]) {
  const times: number[] = []
  const started = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let code = codes.pop(); code; code = codes.pop()) times.push(await exchange(url, client, code))
    }),
  )
  return { times, seconds: (performance.now() - started) / 1000 }
}

type Client = { id: string; secret: string }

const ADMIN = `(select id from users where organization_id = $1 and role = 'admin' order by id limit 1)`

async function registerClient({ database }: Bench, organizationId: number, client: Client): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into oauth_apps (organization_id, client_id, name, redirect_uris, allowed_actor_modes, declared_scopes,
       subscribed_webhook_events, secret_hash, created_by_id)
     values ($1, $2, 'Bench', $3, '{app}', '{posts:read}', '{}', $4, ${ADMIN}) returning id`,
    [organizationId, client.id, [REDIRECT_URI], sha256(client.secret)],
  )
  return rows[0]?.id ?? 0
}

async function storeCodes({ database }: Bench, organizationId: number, appId: number, codes: string[]) {
  await database.pool.query(
    `insert into oauth_codes (organization_id, code_hash, app_organization_id, app_id, redirect_uri, actor, user_id,
       scopes, webhook_events, expires_at)
     select $1, hash, $1, $2, $3, 'app', ${ADMIN}, '{posts:read}', '{}', now() + interval '5 minutes'
     from unnest($4::bytea[]) as hash`,
    [organizationId, appId, REDIRECT_URI, codes.map(sha256)],
  )
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
