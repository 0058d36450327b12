export type Ids = Record<
  | 'post'
  | 'theirPost'
  | 'tag'
  | 'theirTag'
  | 'theirBucket'
  | 'changelog'
  | 'theirChangelog'
  | 'comment'
  | 'theirComment'
  | 'customer'
  | 'theirCustomer',
  number
>

type Varying<T> = T | ((ids: Ids) => T)
type Body = object | string | undefined

export type BadRequest = {
  name: string
  method: string
  path: Varying<string>
  /** Name of the credentials, as in test/rest/bad-requests.test.ts. */
  as: string
  body?: Body | ((ids: Ids) => Body)
  status: number
  error: string
  /** The exact set of invalid fields. */
  fields?: string[] | undefined
}

export const V3 = '/api/v3'
export const PARAM = 'ERROR_CODE_INVALID_PARAM'
export const MISSING = 'ERROR_CODE_MISSING_PARAM'
export const UNAUTHORIZED = 'ERROR_CODE_UNAUTHORIZED'
export const FORBIDDEN = 'ERROR_CODE_FORBIDDEN'
export const NOT_FOUND = 'ERROR_CODE_NOT_FOUND'
export const FORMAT = 'ERROR_CODE_INVALID_FORMAT'

/** A read with the API key. Default error: 400. */
export function get(path: string, error: string, at?: string[]): BadRequest {
  return { name: path, method: 'GET', path: `${V3}/${path}`, as: 'key', status: 400, error, fields: at }
}

/** A write as the admin. The path is `name` up to a comma unless `path` returns one. */
export function write(
  method: string,
  name: string,
  body: Body | ((ids: Ids) => Body),
  status: number,
  error: string,
  at?: string[],
  path?: (ids: Ids) => string,
  as = 'admin',
): BadRequest {
  const [noun] = name.split(', ')
  return { name, method, path: path ?? `${V3}/${noun}`, as, body, status, error, fields: at }
}
