import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '../../src/seed/random.ts'
import type { Json } from '../support/json.ts'
import type { Call, Caller, Reply } from './caller.ts'
import type { Ledger } from './ledger.ts'
import type { World } from './world.ts'

export type Tokens = { chains(): number; refreshes(): number; stop(): Promise<void> }

const REDIRECT_URI = 'https://app.example/callback'
/** A replaced token must be rejected within a second in every process. */
const FELT_WITHIN_MS = 1_100
/** A refresh whose response was lost is repeated within this time. The service must return the same pair. */
const AGAIN_WITHIN_MS = 40_000

/** Starts an app that repeatedly gets a code, exchanges it, refreshes its tokens and uses them. */
export async function startTokens(
  { caller, ledger, seed }: { caller: Caller; ledger: Ledger; seed: number },
  { tenant }: World,
): Promise<Tokens> {
  const random = randomOf(seed, 'tokens')
  const counts = { chains: 0, refreshes: 0 }
  let isRunning = true
  const { session } = tenant.admin
  const oauth = (purpose: string, path: string, body: object, headers = {}): Call => ({
    door: 'OAuth',
    purpose,
    method: 'POST',
    path: `/oauth/${path}`,
    headers,
    body,
  })
  const registered = await caller.send(
    oauth(
      'register app',
      'apps',
      {
        name: 'Soak',
        redirect_uris: [REDIRECT_URI],
        allowed_actor_modes: ['app'],
        declared_scopes: ['posts:read', 'posts:write'],
      },
      session,
    ),
  )
  if (registered.outcome !== 'done') throw new Error(`no app: ${JSON.stringify(registered.body)}`)
  const { client_id, client_secret } = registered.body as { client_id: string; client_secret: string }
  const client = { client_id, client_secret }

  /** Uses a token, which must be accepted, or rejected once it has been replaced. */
  const use = async (token: string, isGood: boolean, began: string) => {
    const { outcome, status, process } = await caller.send({
      door: 'REST',
      purpose: isGood ? 'use token' : 'use replaced token',
      method: 'GET',
      path: '/api/v3/session_info',
      headers: { Authorization: `Bearer ${token}` },
      refusals: [401],
    })
    if (outcome !== 'unknown' && (outcome === 'done') !== isGood)
      ledger.breach(
        'token',
        `${began}: a ${isGood ? 'good' : 'replaced'} token received ${status} from ${process}`,
      )
  }
  const refresh = async (token: string): Promise<Reply> => {
    const began = performance.now()
    for (;;) {
      const body = { grant_type: 'refresh_token', refresh_token: token, ...client }
      const reply = await caller.send(oauth('refresh', 'token', body))
      if (reply.outcome !== 'unknown' || performance.now() - began > AGAIN_WITHIN_MS || !isRunning)
        return reply
      await sleep(300)
    }
  }
  const chain = async () => {
    const body = { client_id, redirect_uri: REDIRECT_URI, target_organization_id: tenant.organization.id }
    const consent = await caller.send(oauth('consent', 'authorize/consent', body, session))
    if (consent.outcome !== 'done') return
    const code = new URL(String(consent.body.redirect_to)).searchParams.get('code')
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, ...client }
    const exchanged = await caller.send(oauth('exchange', 'token', exchange))
    if (exchanged.outcome !== 'done') return
    counts.chains++
    let tokens: Json = exchanged.body
    await use(tokens.access_token, true, 'after an exchange')
    for (let times = random.integer(1, 4); times > 0 && isRunning; times--) {
      await sleep(random.integer(200, 1_000))
      const refreshed = await refresh(tokens.refresh_token)
      if (refreshed.outcome !== 'done') return
      counts.refreshes++
      const replaced = String(tokens.access_token)
      tokens = refreshed.body
      await use(tokens.access_token, true, 'after a refresh')
      await sleep(FELT_WITHIN_MS)
      await use(replaced, false, 'after a refresh')
    }
  }
  const run = async () => {
    while (isRunning) {
      await chain()
      await sleep(random.integer(500, 2_000))
    }
  }
  const running = run()
  return {
    chains: () => counts.chains,
    refreshes: () => counts.refreshes,
    async stop() {
      isRunning = false
      await running
    },
  }
}
