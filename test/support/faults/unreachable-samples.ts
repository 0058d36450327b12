/** An SQLSTATE and a message. */
export type Sample = readonly [code: string, message: string]

/** Messages of PostgreSQL. */
export const SERVER: Sample[] = [
  ['08000', 'connection exception'],
  ['08001', 'could not connect to server "other"'],
  ['08003', 'connection does not exist'],
  ['08004', 'the server rejected the connection'],
  ['08006', 'connection to client lost'],
  ['08007', 'transaction resolution unknown'],
  ['0A000', 'cached plan must not change result type'],
  ['25006', 'cannot execute INSERT in a read-only transaction'],
  ['25P03', 'terminating connection due to idle-in-transaction timeout'],
  ['25P04', 'terminating connection due to transaction timeout'],
  ['26000', 'prepared statement "s_1" does not exist'],
  ['28000', 'role "echolog" is not permitted to log in'],
  ['28P01', 'password authentication failed for user "echolog"'],
  ['3D000', 'database "echolog" does not exist'],
  ['40001', 'could not serialize access due to concurrent update'],
  ['40P01', 'deadlock detected'],
  ['42P05', 'prepared statement "s_1" already exists'],
  ['53000', 'insufficient resources'],
  ['53100', 'could not extend file "base/1/2"'],
  ['53200', 'out of memory'],
  ['53300', 'sorry, too many clients already'],
  ['53400', 'temporary file size exceeds temp_file_limit'],
  ['55P03', 'canceling statement due to lock timeout'],
  ['57014', 'canceling statement due to statement timeout'],
  ['57P01', 'terminating connection due to administrator command'],
  ['57P02', 'terminating connection because of crash of another server process'],
  ['57P03', 'the database system is starting up'],
  ['57P04', 'database "echolog" does not exist'],
  ['58030', 'could not fsync file "base/1/2": No space left on device'],
  ['57P05', 'terminating connection due to idle-session timeout'],
]

/** Messages of PgBouncer, all with the same SQLSTATE. */
export const POOLER: Sample[] = [
  'server conn crashed?',
  'server closed the connection unexpectedly',
  'server connections dropped, exiting',
  'unclean server',
  'SV_IDLE server got dirty',
  'reset query failed',
  'pgbouncer cannot connect to server',
  'server login has been failing, try again later (server_login_retry)',
  'server login has been failing, cached error: connect timeout (server_login_retry)',
  'server DNS lookup failed',
  'the database system is in recovery mode',
  'client_login_timeout (server down)',
  'query_wait_timeout',
  'no more connections allowed (max_client_conn)',
  'too many servers in the pool',
  'bouncer resources exhaustion',
  'query timeout',
  'idle transaction timeout',
  'client_idle_timeout',
  'server lifetime over',
  'suspend_timeout',
  'kill',
  'server shutting down',
  'obsolete connection',
  'database removed',
  'no such user: echolog',
  'bouncer config error',
  'SASL authentication failed',
  'unsupported startup parameter: statement_timeout',
].map((message) => ['08P01', message])

/** Codes of libraries and of the network that the tests below do not provoke. */
export const VALUES: object[] = [
  ...[
    ...[
      'ECONNABORTED',
      'EHOSTUNREACH',
      'EHOSTDOWN',
      'ENETUNREACH',
      'ENETDOWN',
      'ENOTFOUND',
      'EAI_AGAIN',
      'EPIPE',
    ],
    ...[],
  ].map((code) => ({ code, message: '' })),
  ...['ENOENT', 'EAGAIN'].map((code) => ({ code, message: `connect ${code} /data/.s.PGSQL.20000` })),
]
/** Errors without a code. */
export const TEXTS: object[] = [
  'Query read timeout',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'Postgres connection has been discarded',
  'timeout expired',
  'SASL: SCRAM-SERVER-FINAL-MESSAGE: server signature does not match',
  'There was an error establishing an SSL connection',
].map((message) => ({ message }))
