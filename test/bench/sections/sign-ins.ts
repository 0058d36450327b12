import { startMailServer } from '../../support/mail-server.ts'
import { organizationOf } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { load } from '../load.ts'
import { spread, table } from '../report.ts'
import type { ServerProcess } from '../server-process.ts'
import { restList } from '../targets.ts'
import { steadily } from '../write-posts.ts'

const REQUESTS_PER_SECOND = 20
const CONNECTIONS = 16
const REQUEST = `mutation ($organization: String!, $email: EmailAddress!) {
  requestSignInCode(input: { organization: $organization, email: $email }) { token errors { message } } }`

/** Measures an uncached list beside people who ask for codes to sign in, whose mails are sent. */
export async function measureSignIns(bench: Bench): Promise<string> {
  const { rounds, seconds, posts } = bench.options
  const organization = await organizationOf(bench, posts)
  await bench.database.pool.query(`update organizations set sign_up = 'open' where id = $1`, [
    organization.id,
  ])
  const mail = await startMailServer()
  const { host, port } = mail.settings
  await using server = await bench.startEcholog({
    ROLES: 'web,worker',
    RESPONSE_CACHE_MB: '0',
    SMTP_URL: `smtp://${host}:${port}`,
    SMTP_TLS: 'off',
    MAIL_FROM: 'bench@acme.example',
    MAIL_PER_MINUTE: '0',
    MAIL_PER_DOMAIN_PER_MINUTE: '0',
    TRUSTED_PROXIES: '1',
  })
  const list = restList(server, organization.apiKey)
  const ask = asker(server, organization.slug)
  const ratios: number[] = []
  let asked = 0
  await load(list, CONNECTIONS, seconds / 2)
  for (let round = 0; round < rounds; round++) {
    const alone = await load(list, CONNECTIONS, seconds)
    const [beside, answers] = await Promise.all([
      load(list, CONNECTIONS, seconds),
      steadily(REQUESTS_PER_SECOND, seconds, ask),
    ])
    asked += answers.length
    ratios.push(beside.requests / beside.seconds / (alone.requests / alone.seconds))
  }
  const sent = mail.received.length
  await mail.stop()
  return table(
    'Lists beside sign-ins',
    `${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections; ${REQUESTS_PER_SECOND} requests for a code a second, each of another address and network, all of which a worker mails to a local server.`,
    ['', 'bar', 'throughput by alone', 'requests for codes', 'mails'],
    [['an uncached list beside requests for codes', '≥ 0.8', spread(ratios, 2), String(asked), String(sent)]],
  )
}

/** Returns the function that asks for the code of another address, from another network. */
function asker({ url }: ServerProcess, organization: string): () => Promise<void> {
  let number = 0
  return async () => {
    const own = ++number
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `10.${(own >> 16) & 255}.${(own >> 8) & 255}.${own & 255}`,
      },
      body: JSON.stringify({
        query: REQUEST,
        variables: { organization, email: `person-${own}@people.example` },
      }),
    })
    const text = await response.text()
    if (!text.includes('"token":"')) throw new Error(`refused: ${text}`)
  }
}
