import type { Area } from '../../support/recording/world.ts'

const PATH = '/api/v3/tags'

/** Tags, and the list of buckets. */
export const tags: Area = {
  name: 'tags',
  async play({ send }) {
    await send('key', `GET ${PATH}`)
    await send('key', `POST ${PATH}`, { name: 'Mobile' })
    await send('key', `POST ${PATH}`, { name: 'Desktop', color: '#0f0' })
    await send('admin', `POST ${PATH}`, { name: '  Größe & <b>日本語</b> 🎉  ', color: '#AbCdEf' })
    await send('token', `POST ${PATH}`, { name: 'Web', color: '#112233', unknown: 'ignored' })
    await send('key', `POST ${PATH}?name=Query`)
    await send('key', `POST ${PATH}`, { name: 'MOBILE' })
    await send('customer', `POST ${PATH}`, { name: 'Wish' })
    await send('token without the scope', `POST ${PATH}`, { name: 'Wish' })
    for (const page of ['', '?per_page=2', '?per_page=2&page=2', '?per_page=2&page=3', '?page=99999999999'])
      await send('key', `GET ${PATH}${page}`)
    for (const who of ['admin', 'member', 'customer', 'token', 'token of a person'])
      await send(who, `GET ${PATH}?per_page=1&x=%C3%BC`)
    await send('key', `GET ${PATH}/1`)
    await send('key', `GET ${PATH}/01`)
    await send('key', `PUT ${PATH}/1`, { name: 'Phones' })
    await send('key', `PUT ${PATH}/1`, { color: '#fff' })
    await send('key', `PUT ${PATH}/1`, {})
    await send('member', `PUT ${PATH}/1`, { name: 'Tablets', color: '#000000' })
    await send('key', `PUT ${PATH}/1`, { name: 'desktop' })
    await send('key', `GET ${PATH}/1`)
    await send('key', `DELETE ${PATH}/1`)
    await send('key', `DELETE ${PATH}/1`)
    await send('key', `GET ${PATH}/1`)
  },
}
