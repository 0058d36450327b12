import { get, write, UNAUTHORIZED, FORBIDDEN, type BadRequest } from './request.ts'

/** Credentials that are missing, wrong or insufficient. */
export const credentials: BadRequest[] = [
  ...['none', 'wrong key', 'empty key', 'key with a typo', 'session'].map((as) => ({
    ...get('feature_requests', UNAUTHORIZED),
    as,
    status: 401,
  })),
  ...[
    'bad token',
    'empty token',
    'expired token',
    'future token',
    'foreign token',
    'token without e-mail',
    'unsigned token',
    'token of another algorithm',
    'key',
  ].map((as) => ({ ...write('POST', 'changelogs', { title: 'x' }, 401, UNAUTHORIZED), as })),
  ...['customers', 'customers/import', 'changelogs', 'feature_requests/post_on_behalf'].flatMap((path) => [
    {
      ...write('POST', path, { title: 'x', email: 'a@b.example', customers: [] }, 403, FORBIDDEN),
      as: 'customer',
    },
    {
      ...write('POST', path, { title: 'x', email: 'a@b.example', customers: [] }, 403, FORBIDDEN),
      as: "stranger's session",
    },
    {
      ...write('POST', path, { title: 'x', email: 'a@b.example', customers: [] }, 401, UNAUTHORIZED),
      as: 'none',
    },
  ]),
]
