import { get, write, V3, PARAM, NOT_FOUND, type BadRequest, type Ids } from './request.ts'

/** Path ids that are malformed, unknown, or another organization's. */
export const paths: BadRequest[] = [
  ...['feature_requests', 'comments', 'customers', 'changelogs', 'tags', 'roadmaps'].flatMap((noun) => [
    get(`${noun}/abc`, PARAM, ['id']),
    get(`${noun}/1e3`, PARAM, ['id']),
    { ...get(`${noun}/2147483000`, NOT_FOUND), status: 404 },
    { ...get(`${noun}/99999999999999999999`, NOT_FOUND), status: 404 },
    { ...get(`${noun}/0`, NOT_FOUND), status: 404 },
    { ...get(`${noun}/-1`, NOT_FOUND), status: 404 },
  ]),
  ...(
    [
      ['feature_requests', 'theirPost'],
      ['comments', 'theirComment'],
      ['customers', 'theirCustomer'],
      ['changelogs', 'theirChangelog'],
      ['tags', 'theirTag'],
    ] as const
  ).flatMap(([noun, key]) => {
    const name = `another organization's ${noun}`
    const path = (ids: Ids) => `${V3}/${noun}/${ids[key]}`
    return [
      { ...get(name, NOT_FOUND), path, status: 404 },
      write('PUT', name, {}, 404, NOT_FOUND, undefined, path),
      write('DELETE', name, undefined, 404, NOT_FOUND, undefined, path),
    ]
  }),
  { name: 'no route', method: 'GET', path: `${V3}/nowhere`, as: 'key', status: 404, error: NOT_FOUND },
  {
    name: 'another case',
    method: 'GET',
    path: '/API/V3/feature_requests',
    as: 'key',
    status: 404,
    error: NOT_FOUND,
  },
  {
    name: 'a wrong method',
    method: 'PATCH',
    path: `${V3}/tags`,
    as: 'key',
    status: 405,
    error: 'ERROR_CODE_METHOD_NOT_ALLOWED',
  },
  {
    name: 'a path that does not decode',
    method: 'GET',
    path: `${V3}/tags/%E0%A4%A`,
    as: 'key',
    status: 400,
    error: PARAM,
  },
]
