import { routes } from '../../../rest-compat/routes.ts'
import type { Area } from '../../support/recording/world.ts'

const TAGS = 'POST /api/v3/tags'
const typed = (type: string) => ({ headers: { 'Content-Type': type } })

/** Methods, media types, sizes and addresses that the service refuses at its edge. */
export const edge: Area = {
  name: 'edge',
  async play({ send }) {
    for (const path of new Set(routes.map(([, at]) => at))) {
      const known = routes.filter(([, at]) => at === path).map(([method]) => method as string)
      const target = path.replaceAll(/:\w+/g, '1')
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !known.includes(method))
      for (const method of others.slice(0, 2)) await send('admin', `${method} ${target}`)
      if (known.includes('GET')) await send('none', `HEAD ${target}`)
      await send('none', `OPTIONS ${target}`)
    }
    for (const type of ['application/json', 'APPLICATION/JSON; charset="UTF-8"', 'application/problem+json'])
      await send('key', TAGS, `{"name":"${type.length}"}`, typed(type))
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=klingon',
      'x',
    ])
      await send('key', TAGS, '{"name":"a"}', typed(type))
    await send('key', TAGS, '{"name":"no type"}')
    await send('key', TAGS, '', typed('application/json'))
    for (const body of [
      '{',
      '[]',
      '"name"',
      'null',
      '5',
      '{"name":"a"} b',
      '{"name":"\\ud800"}',
      '{"name":"a","name":"b"}',
    ])
      await send('key', TAGS, body, typed('application/json'))
    await send('key', TAGS, { name: 'x'.repeat(1_100_000) })
    await send('key', TAGS, `{"name":${'['.repeat(200)}${']'.repeat(200)}}`, typed('application/json'))
    await send('key', TAGS, { name: 'compressed' }, { headers: { 'Content-Encoding': 'gzip' } })
    await send('key', TAGS, { name: 'expecting' }, { headers: { Expect: 'something' } })
    await send('key', TAGS, { name: 'another method' }, { headers: { 'X-HTTP-Method-Override': 'DELETE' } })
    await send('none', 'POST /oauth/token', { grant_type: 'x'.repeat(1_100_000) })
    await send('key', `GET /api/v3/tags?x=${'y'.repeat(13_000)}`)
    await send('key', `GET /api/v3/tags?x=${'%C3%BC'.repeat(500)}&per_page=1`)
    await send('key', 'GET /api/v3/tags?per_page=1&per_page=2')
    await send('key', 'GET /api/v3/tags?per_page[]=1&per_page[a]=2')
    await send('key', 'GET /api/v3/tags', undefined, { headers: { 'X-Request-Id': 'not valid!' } })
    await send('key', 'GET /api/v3/tags', undefined, { headers: { Accept: 'text/html' } })
    await send('key', 'GET /api/v3/tags', undefined, { headers: { 'If-None-Match': '*' } })
    await send('key', 'GET /api/v3/tags', undefined, { headers: { 'Accept-Encoding': 'gzip, br' } })
  },
}
