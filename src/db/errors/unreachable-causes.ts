/**
 * An error of PostgreSQL, a pooler or a library that means the database is unavailable now. `code` is an SQLSTATE
 * (PostgreSQL, appendix A) or a system error code. The message must match `text`, with or without a code, and must not
 * match `unless`.
 */
export type UnreachableCause = { code?: string; text?: RegExp; unless?: RegExp; why: string }

const codes = (why: string, ...all: string[]): UnreachableCause[] => all.map((code) => ({ code, why }))
const texts = (why: string, code: string | undefined, ...all: RegExp[]): UnreachableCause[] =>
  all.map((text) => ({ ...(code !== undefined && { code }), text, why }))

const SQLSTATES: UnreachableCause[] = [
  ...codes('the connection is broken or was refused', '08000', '08001', '08003', '08004', '08006', '08007'),
  ...codes('the server has no room for it', '53000', '53100', '53200', '53300', '53400'),
  ...codes('the disk of the server failed', '58030'),
  ...texts('the disk of the server is full', undefined, /No space left on device|Disk quota exceeded/),
  ...codes('the server stops, starts, recovers or ended the session', '57P01', '57P02', '57P03', '57P05'),
  ...codes('the database was dropped, or the server is read-only', '57P04', '25006'),
  ...codes('a transaction took too long or was idle too long', '25P03', '25P04'),
  ...codes('a conflict with other transactions at every try', '40001', '40P01', '55P03'),
  { code: '57014', unless: /user request/, why: 'a statement took too long' },
  ...texts(
    'a migration changed the columns that a statement returns',
    '0A000',
    /^cached plan must not change/,
  ),
  ...codes('a pooler has assigned the session to another client', '26000', '42P05'),
  ...codes('the server does not accept the user, password or database', '28000', '28P01', '3D000'),
]

/** PgBouncer uses one SQLSTATE, protocol_violation, for all its own errors. */
const PGBOUNCER = '08P01'
const POOLER_TEXTS: UnreachableCause[] = [
  ...texts(
    'the pooler lost its connection to the server',
    PGBOUNCER,
    /server conn crashed\?/,
    /server (closed the connection|connection closed|disconnected)/,
    /server connections dropped/,
    /unclean server/,
    /idle server got dirty|server got dirty/,
    /reset query failed|test query failed|var change failed|exec_on_connect query failed/,
  ),
  ...texts(
    'the pooler cannot reach the server',
    PGBOUNCER,
    /cannot connect to server|\bconnect failed|\bcannot connect\b|connect timeout/,
    /server login (has been failing|failed)/,
    /server DNS lookup failed|server dns lookup failed/,
    /the database system is (starting up|shutting down|in recovery mode|not yet accepting connections)/,
    /client_login_timeout/,
  ),
  ...texts(
    'the pooler has no free connection',
    PGBOUNCER,
    /query_wait_timeout/,
    /no more connections allowed/,
    /too many (servers|connections)/,
    /bouncer resources exhaustion/,
  ),
  ...texts(
    'the pooler ended it',
    PGBOUNCER,
    /query[ _]timeout/,
    /idle[ _]transaction[ _]timeout|transaction[ _]timeout/,
    /client_idle_timeout/,
    /server (idle timeout|lifetime over)/,
    /suspend_timeout|pause mode/,
    /\bkill(ed)?\b/,
    /server shutting down|pgbouncer is shutting down|shutdown/,
    /obsolete connection|connect string changed|database configuration changed/,
  ),
  ...texts(
    'the pooler has no such database or user, or is configured incorrectly',
    PGBOUNCER,
    /database removed|database "[^"]*" is disabled|no such (database|user)/,
    /bouncer config error|database does not allow connections/,
    /authentication failed|auth(_query)? failed|failed to send auth/,
    /unsupported startup parameter/,
  ),
]

const LIBRARIES: UnreachableCause[] = [
  ...codes(
    'the server cannot be reached over the network',
    'ECONNREFUSED',
    'ECONNRESET',
    'ECONNABORTED',
    'EHOSTUNREACH',
    'EHOSTDOWN',
    'ENETUNREACH',
    'ENETDOWN',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EPIPE',
    'ETIMEDOUT',
  ),
  ...texts('the Unix socket of the server is missing while it starts', 'ENOENT', /^connect /),
  ...texts('the Unix socket of the server has too many new connections', 'EAGAIN', /^connect /),
  ...texts(
    'node-postgres lost the connection or waited too long',
    undefined,
    /^Connection terminated/,
    /^timeout exceeded when trying to connect/,
    /^timeout expired/,
    /^Query read timeout/,
    /^Client (has encountered a connection error|was closed) and is not queryable/,
    /^Cannot use a pool after calling end on the pool/,
    /^Postgres connection has been discarded/,
  ),
  ...texts(
    'the server or a pooler broke off the login',
    undefined,
    /^SASL: /,
    /^The server does not support SSL connections/,
    /^There was an error establishing an SSL connection/,
  ),
]

/**
 * All errors that mean the database is temporarily unavailable. An operation that fails with one may be
 * retried.
 */
export const UNREACHABLE_CAUSES: readonly UnreachableCause[] = [...SQLSTATES, ...POOLER_TEXTS, ...LIBRARIES]
