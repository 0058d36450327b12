import pg from 'pg'
import { expect, test } from 'vitest'
import { parseTimestamptz } from '../../src/db/client/parse-timestamptz.ts'

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date

test.each([
  '2026-11-22 12:13:14.123+00',
  '2026-11-22 12:13:14+00',
  '2026-11-22 12:13:14.1+00',
  '2026-11-22 12:13:14.05+00',
  '1999-12-31 23:59:59.99+00',
  '0001-01-01 00:00:00+00',
  '0099-12-31 23:59:59.999+00',
  '9999-12-31 23:59:59.999+00',
  '10000-01-01 00:00:00+00',
  '2026-11-22 12:13:14.123456+00',
  '2026-11-22 12:13:14+02',
  '2026-11-22 12:13:14.123-08',
  '2026-11-22 12:13:14+05:30',
  '0044-03-15 00:00:00+00 BC',
  'infinity',
  '-infinity',
])('%s is the time that node-postgres parses', (text) => {
  expect(Number(parseTimestamptz(text))).toBe(Number(parseAny(text)))
})
