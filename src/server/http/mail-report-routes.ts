import { createHash, timingSafeEqual } from 'node:crypto'
import express, { type Request, type Router } from 'express'
import type { Logger } from '../../lib/log/logger.ts'
import type { Services } from '../../graphql/context.ts'
import { AppError } from '../../lib/errors.ts'
import { rejectOtherMethods } from '../../lib/http/reject-methods.ts'
import { readBytes } from '../../lib/http/request-body.ts'
import { applyReport } from '../../mail/reports/apply-report.ts'
import { confirmationOf } from '../../mail/reports/provider-forms.ts'
import { readJson } from '../../mail/reports/read-json.ts'
import { readMessage } from '../../mail/reports/read-message.ts'
import type { Report } from '../../mail/reports/report.ts'

type ReportOptions = {
  services: Services
  log: Logger
  /** Token of those who report. Null: nothing is received. */
  mailReportToken: string | null
  limits: { bodyTimeout: number }
}

/**
 * Creates `POST /mail/reports`, which receives bounces and complaints: as a message, from an alias of a mail server, or
 * as JSON, from a provider. The answer has the number of reports that concern a mail or an address.
 */
export function mailReportRoutes({ services, log, mailReportToken, limits }: ReportOptions): Router {
  const { db, keys } = services
  const router = express.Router({ caseSensitive: true })
  router.post('/mail/reports', async (request, response) => {
    assertReporter(request, mailReportToken)
    const body = await readBytes(request, response, limits.bodyTimeout)
    const confirmation = confirmationOf(body.toString())
    if (confirmation !== null) log.warn({ confirmation }, 'open this address to receive reports of Amazon')
    const reports = reportsOf(keys, request, body)
    let applied = 0
    for (const report of reports) if (await applyReport(db, keys, report)) applied++
    response.json({ success: true, applied })
  })
  return rejectOtherMethods(router)
}

/** Checks the token, as a bearer token or as the password of a user. @throws AppError NOT_FOUND, UNAUTHORIZED */
function assertReporter({ headers: { authorization = '' } }: Request, token: string | null): void {
  if (token === null) throw new AppError('NOT_FOUND', 'Reports about mail are closed: set MAIL_REPORT_TOKEN')
  const [, scheme = '', credentials = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(authorization) ?? []
  const given =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(credentials, 'base64')
          .toString()
          .replace(/^[^:]*:/, '')
      : credentials
  if (timingSafeEqual(digest(given), digest(token))) return
  throw new AppError('UNAUTHORIZED', 'Send MAIL_REPORT_TOKEN as a bearer token or a password', {
    details: { challenge: 'Basic realm="mail reports"' },
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Bytes of a plain text in which JSON begins. */
const FIRST_BYTES = 100

/** Returns the reports of a body. @throws AppError UNSUPPORTED_MEDIA_TYPE; INVALID_FORMAT and INVALID_PARAM for JSON */
function reportsOf(keys: Services['keys'], request: Request, body: Buffer): Report[] {
  const contentType = request.headers['content-type'] ?? ''
  const type = contentType.replace(/;.*$/s, '').trim().toLowerCase()
  // The notification service of Amazon sends JSON as plain text.
  const isAmazon = type === 'text/plain' && /^\s*[[{]/.test(body.toString('latin1', 0, FIRST_BYTES))
  if (isAmazon || /^application\/([\w.-]+\+)?json$/.test(type)) return readJson(body)
  if (type !== 'message/rfc822' && type !== 'multipart/report')
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send a message as message/rfc822 or multipart/report, or application/json',
    )
  const text = body.toString('latin1')
  const report = readMessage(
    keys,
    type === 'multipart/report' ? `Content-Type: ${contentType}\n\n${text}` : text,
  )
  return report ? [report] : []
}
