import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, type ConfigError } from '../../src/config.ts'
import { temporaryDirectory } from '../support/program.ts'

const problems = (env: Record<string, string>) => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).problems
  }
}

test('each secret is read from a file instead, without its newline, and a file that has none is a problem', async () => {
  const directory = await temporaryDirectory()
  const file = (name: string, text: string) => {
    writeFileSync(join(directory.path, name), text)
    return join(directory.path, name)
  }
  const [key, none] = [randomBytes(32), join(directory.path, 'none')]
  const url = 'postgres://echolog:p@db.example/echolog'
  const files = {
    DATABASE_URL_FILE: file('url', `${url}\n`),
    DATABASE_DIRECT_URL_FILE: file('direct', `${url}?direct`),
    SECRET_KEY_FILE: file('key', `${key.toString('base64')}\r\n`),
    SECRET_KEY_PREVIOUS_FILE: file('previous', key.toString('base64')),
    METRICS_TOKEN_FILE: file('token', 'sixteen-letters-or-more\n'),
    SMTP_URL_FILE: file('smtp', 'smtps://user:word@mail.example\n'),
    MAIL_REPORT_TOKEN_FILE: file('reports', 'sixteen-letters-or-more\n'),
  }
  expect(readConfig({ ...files, MAIL_FROM: 'feedback@example.com' })).toMatchObject({
    databaseUrl: url,
    databaseDirectUrl: `${url}?direct`,
    secretKey: key,
    secretKeyPrevious: key,
    metricsToken: 'sixteen-letters-or-more',
    mailReportToken: 'sixteen-letters-or-more',
    mail: { host: 'mail.example', login: { user: 'user', password: 'word' } },
  })
  expect(
    problems({
      ...files,
      SMTP_URL_FILE: '',
      SECRET_KEY: 'x',
      DATABASE_URL_FILE: none,
      METRICS_TOKEN_FILE: file('empty', '\n'),
    }).sort(),
  ).toEqual([
    `DATABASE_URL_FILE must be the path of a file that this user can read, not "${none}"`,
    `METRICS_TOKEN_FILE names an empty file: "${join(directory.path, 'empty')}"`,
    'SECRET_KEY and SECRET_KEY_FILE are both set: remove one of them',
    'SECRET_KEY must be 32 bytes in base64 (it has 0), for example from `openssl rand -base64 32`',
  ])
  await directory.remove()
})
