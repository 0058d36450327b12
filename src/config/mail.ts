import type { MailSettings, SendingSettings } from '../mail/settings.ts'
import type { Settings } from './settings.ts'

const PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 }
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Returns a problem for each setting of mail that another one requires. */
export function mailProblems(given: Record<string, string>): string[] {
  const problems: string[] = []
  if (given.SMTP_URL && !given.MAIL_FROM)
    problems.push('MAIL_FROM is required with SMTP_URL: the sender, such as Acme <feedback@example.com>')
  if (given.MAIL_BOUNCE_ADDRESS && !given.SMTP_URL)
    problems.push('MAIL_BOUNCE_ADDRESS needs SMTP_URL, the server that sends')
  if (given.MAIL_FROM && !given.SMTP_URL) problems.push('MAIL_FROM needs SMTP_URL, the server that sends')
  const dkim = ['MAIL_DKIM_KEY_FILE', 'MAIL_DKIM_DOMAIN', 'MAIL_DKIM_SELECTOR']
  const missing = dkim.filter((name) => !given[name])
  if (missing.length > 0 && missing.length < dkim.length)
    problems.push(`${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} required for signatures`)
  return problems
}

/** Returns the server and the sender of mail, or null without `SMTP_URL`. */
export function mailOf(settings: Settings): SendingSettings | null {
  const { SMTP_URL, MAIL_FROM } = settings
  if (SMTP_URL === null || MAIL_FROM === null) return null
  const url = new URL(SMTP_URL)
  const isLoopback = LOOPBACK.test(url.hostname)
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (PORTS[url.protocol] ?? 0),
    implicitTls: url.protocol === 'smtps:',
    tls: settings.SMTP_TLS ?? (isLoopback ? 'opportunistic' : 'required'),
    login: url.username
      ? { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
      : null,
    from: MAIL_FROM,
    dkim: dkimOf(settings),
    retrySchedule: settings.MAIL_RETRY_SCHEDULE,
    perMinute: settings.MAIL_PER_MINUTE,
    perDomainPerMinute: settings.MAIL_PER_DOMAIN_PER_MINUTE,
    senderDomains: settings.MAIL_SENDER_DOMAINS ?? [MAIL_FROM.address.replace(/^.*@/, '')],
    bounceAddress: settings.MAIL_BOUNCE_ADDRESS,
  }
}

function dkimOf({
  MAIL_DKIM_KEY_FILE,
  MAIL_DKIM_DOMAIN,
  MAIL_DKIM_SELECTOR,
}: Settings): MailSettings['dkim'] {
  if (MAIL_DKIM_KEY_FILE === null || MAIL_DKIM_DOMAIN === null || MAIL_DKIM_SELECTOR === null) return null
  return { domain: MAIL_DKIM_DOMAIN, selector: MAIL_DKIM_SELECTOR, privateKey: MAIL_DKIM_KEY_FILE }
}
