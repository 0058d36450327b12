import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KINDS, type SealedKind } from '../../src/mail/kinds/kinds.ts'
import { isolated } from '../../src/mail/layout/isolate.ts'
import { renderMail } from '../../src/mail/render-mail.ts'
import { openTransport } from '../../src/mail/transport.ts'
import { mailWords } from '../../src/mail/words.ts'
import { LOCALES } from '../../src/modules/changelogs/locales.ts'
import { ROOT } from '../support/contract/source-files.ts'
import { startMailServer } from '../support/mail-server.ts'

type Parsed = {
  subject: string
  text: string
  html: string
  attachments: unknown[]
  from: { value: { address: string }[] }
  to: { value: { address: string }[] }
  cc?: unknown
  bcc?: unknown
}
const { simpleParser } = createRequire(import.meta.url)('mailparser') as {
  simpleParser: (source: string) => Promise<Parsed>
}

const FOLDER = `${ROOT}src/mail/messages`
const read = (file: string) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Record<string, string>
const english = read('en.json')
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

const FRAME = { name: 'Acme', color: '#4f46e5', footer: 'Acme Ltd\n1 Main Street' }
const LINK = 'https://feedback.acme.example/sign-in/tok_en?a=b&c=d'
const VALUES = { code: '483920', link: LINK, role: 'csm', invitedBy: 'Ada' }
const kinds = Object.keys(KINDS) as SealedKind[]
const MAX_BYTES = 20_000

let server: Awaited<ReturnType<typeof startMailServer>>
let transport: ReturnType<typeof openTransport>
beforeAll(async () => {
  server = await startMailServer({ disabledCommands: ['STARTTLS'] })
  transport = openTransport({ ...server.settings, tls: 'off' })
})
afterAll(async () => {
  transport.close()
  await server.stop()
})

/** Sends a message, and returns what an independent library reads of what the server received. */
async function received(message: { subject: string; text: string; html: string }, name = 'Ada') {
  await transport.send({
    ...message,
    to: { name, address: 'ada@people.example' },
    messageId: '<m.1.2@acme.example>',
  })
  const source = server.received.at(-1)?.message ?? ''
  return { source, mail: await simpleParser(source) }
}

test('there is a file for each language', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(LOCALES.map((code) => `${code.toLowerCase()}.json`).sort())
})

describe.each(LOCALES)('%s', (locale) => {
  test('has the keys and placeholders of English, and no text of English', () => {
    const messages = read(`${locale.toLowerCase()}.json`)
    expect(Object.keys(messages)).toEqual(Object.keys(english))
    for (const [key, message] of Object.entries(messages)) {
      expect(placeholders(message), key).toEqual(placeholders(english[key] ?? ''))
      expect(message.trim(), key).not.toBe('')
      const words = message.replaceAll(/\{\w+\}/g, '')
      if (locale !== 'en' && /\p{L}.* /u.test(words)) expect(message, key).not.toBe(english[key])
    }
  })

  test.each(kinds)('%s is one small message with both forms', async (kind) => {
    const message = renderMail({ kind, locale }, VALUES, FRAME)
    const { source, mail } = await received(message)
    expect(source.length).toBeLessThanOrEqual(MAX_BYTES)
    expect(mail).toMatchObject({ subject: message.subject, attachments: [] })
    expect(mail.text.trimEnd()).toBe(message.text.trimEnd())
    expect(mail.html).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`)
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark"')
    expect(mail.html).not.toMatch(/<img|<script|url\(|src=|\{\w+\}/)
    expect(mail.text).not.toMatch(/\{\w+\}/)
    for (const text of [mail.text, mail.html]) {
      expect(text).toContain('Acme Ltd')
      if (kind === 'sign_in_code')
        expect(text.indexOf('483 920')).toBeLessThan(text.replaceAll('&amp;', '&').indexOf(LINK))
    }
    expect(mail.html.includes(LINK.replace('&', '&amp;'))).toBe(mail.text.includes(LINK))
  })
})

test('the subject of a code has no code, and screen readers say its digits', () => {
  const { subject, html } = renderMail({ kind: 'sign_in_code', locale: 'en' }, VALUES, FRAME)
  expect(subject).not.toMatch(/\d/)
  expect(html).toContain('aria-label="4 8 3 9 2 0"')
})

test('a sentence keeps a name of the other direction apart, whose last mark would else be at its beginning', () => {
  const title = { title: 'Why is it slow?' }
  expect(isolated(title, mailWords('ar'))).toEqual({ title: '\u2068Why is it slow?\u2069' })
  expect(isolated(title, mailWords('de'))).toEqual(title)
  expect(isolated({ title: 'لماذا؟' }, mailWords('de'))).toEqual({ title: '\u2068لماذا؟\u2069' })
})

test('names cannot add headers, recipients or markup', async () => {
  const name = `Acme\r\nBcc: evil@x.example\0\u202E<script>alert(1)</script>"<evil@x.example>${'x'.repeat(10_000)}`
  for (const kind of kinds) {
    const message = renderMail({ kind, locale: 'en' }, { ...VALUES, invitedBy: name }, { ...FRAME, name })
    expect(message.subject.length).toBeLessThanOrEqual(150)
    const { source, mail } = await received(message, name)
    expect(source.length).toBeLessThanOrEqual(MAX_BYTES)
    expect(mail.to.value).toMatchObject([{ address: 'ada@people.example' }])
    expect(mail.from.value).toMatchObject([{ address: 'feedback@acme.example' }])
    expect([mail.cc, mail.bcc]).toEqual([undefined, undefined])
    expect(mail.html).not.toContain('<script')
    expect(mail.html).not.toMatch(/[\0\u202E]/)
    expect(server.received.at(-1)?.to).toEqual(['ada@people.example'])
  }
})
