import { expect, test } from 'vitest'
import { sendTestMail } from '../../src/cli/mail.ts'
import { readConfig, type ConfigError } from '../../src/config.ts'
import { ROOT } from '../support/contract/source-files.ts'
import { startMailServer } from '../support/mail-server.ts'

const FROM = 'Acme feedback <feedback@acme.example>'
const problems = (env: Record<string, string>) => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).problems
  }
}

test.each([
  [
    'smtps://acme:p%40ss@mail.example',
    { host: 'mail.example', port: 465, implicitTls: true, tls: 'required' },
  ],
  ['smtp://mail.example:2525', { port: 2525, implicitTls: false, tls: 'required', login: null }],
  ['smtp://127.0.0.1', { host: '127.0.0.1', port: 587, tls: 'opportunistic' }],
  ['smtp://[::1]:25', { host: '::1', port: 25, tls: 'opportunistic' }],
])('%s is a server of mail', (url, expected) => {
  const { mail } = readConfig({ SMTP_URL: url, MAIL_FROM: FROM })
  expect(mail).toMatchObject({
    ...expected,
    from: { name: 'Acme feedback', address: 'feedback@acme.example' },
  })
})

test('a login is decoded, and no mail is sent without a server', () => {
  const { mail } = readConfig({
    SMTP_URL: 'smtps://acme:p%40ss@mail.example',
    MAIL_FROM: FROM,
    SMTP_TLS: 'off',
  })
  expect(mail).toMatchObject({ login: { user: 'acme', password: 'p@ss' }, tls: 'off' })
  expect(readConfig({}).mail).toBeNull()
})

test('sending has defaults, and domains of senders are those of MAIL_FROM unless others are set', () => {
  const server = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: FROM }
  const [minute, hour] = [60_000, 3_600_000]
  expect(readConfig(server).mail).toMatchObject({
    retrySchedule: [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour],
    ...{ perMinute: 300, perDomainPerMinute: 100, senderDomains: ['acme.example'] },
  })
  const own = {
    MAIL_SENDER_DOMAINS: 'Acme.example, bücher.example',
    MAIL_PER_MINUTE: '0',
    MAIL_RETRY_SCHEDULE: '1s',
  }
  expect(readConfig({ ...server, ...own }).mail).toMatchObject({
    ...{ perMinute: 0, retrySchedule: [1_000], senderDomains: ['acme.example', 'bücher.example'] },
  })
  const wrong = { MAIL_SENDER_DOMAINS: '@acme.example', MAIL_PER_MINUTE: '-1', MAIL_RETRY_SCHEDULE: 'soon' }
  expect(problems({ ...server, ...wrong })).toHaveLength(3)
})

test('settings of mail that cannot work are reported together', () => {
  const given = {
    SMTP_URL: 'https://mail.example',
    SMTP_TLS: 'maybe',
    MAIL_FROM: 'Acme',
    MAIL_DKIM_KEY_FILE: '/nowhere',
  }
  const all = problems(given).join('\n')
  for (const name of [
    'SMTP_URL',
    'SMTP_TLS',
    'MAIL_FROM',
    'MAIL_DKIM_KEY_FILE must',
    'MAIL_DKIM_DOMAIN and MAIL_DKIM_SELECTOR are',
  ])
    expect(all).toContain(name)
  expect(problems({ SMTP_URL: 'smtp://mail.example' })).toEqual([
    expect.stringContaining('MAIL_FROM is required'),
  ])
  expect(problems({ MAIL_FROM: FROM })).toEqual(['MAIL_FROM needs SMTP_URL, the server that sends'])
  const server = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: FROM }
  for (const address of ['bounces', `${'b'.repeat(25)}@acme.example`, 'a+b@acme.example'])
    expect(problems({ ...server, MAIL_BOUNCE_ADDRESS: address })).toEqual([
      expect.stringMatching(/^MAIL_BOUNCE_ADDRESS must be an address with at most 24 characters/),
    ])
  expect(problems({ MAIL_BOUNCE_ADDRESS: 'b@acme.example', MAIL_REPORT_TOKEN: 'short' })).toHaveLength(2)
  const key = {
    MAIL_DKIM_KEY_FILE: `${ROOT}package.json`,
    MAIL_DKIM_DOMAIN: 'acme.example',
    MAIL_DKIM_SELECTOR: 'mail',
  }
  expect(readConfig({ ...server, ...key }).mail?.dkim?.privateKey).toContain('echolog')
})

test('the command of the operator sends a test message and returns the reply', async () => {
  const server = await startMailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
  const config = readConfig({ SMTP_URL: `smtp://127.0.0.1:${server.settings.port}`, MAIL_FROM: FROM })
  try {
    expect(await sendTestMail(config, 'Ada@People.example')).toMatchObject({
      to: 'ada@people.example',
      reply: expect.stringMatching(/^250/),
    })
    expect(server.received).toMatchObject([{ from: 'feedback@acme.example', to: ['ada@people.example'] }])
    await expect(sendTestMail(config, 'nobody')).rejects.toThrow('is not an e-mail address')
    await expect(sendTestMail(readConfig({}), 'ada@people.example')).rejects.toThrow('set SMTP_URL')
  } finally {
    await server.stop()
  }
})
