import { typedText } from '../../lib/rich-text/plain-text.ts'
import { likelyDuplicates } from '../pages/similar.ts'
import { newPostPage } from '../pages/new-post.ts'
import { similarPage } from '../pages/similar-page.ts'
import { linkTo } from '../visit/portal-visit.ts'
import { CREATE_POST } from './documents.ts'
import { once, resultOf } from './once.ts'
import type { Write } from './serve-write.ts'

/**
 * Creates a post (fields `title`, `description` and `bucket`, an id). Without the field `anyway` it asks first if there
 * are similar posts.
 */
export const submit: Write = {
  purpose: 'post',
  async work(participant) {
    const { fields, admit, assertMay } = participant
    const { title = '', description = '', bucket = '' } = fields
    assertMay('posts')
    const path = linkTo(participant, ['new'])
    if (fields.anyway === undefined && title.trim() !== '') {
      const similar = await likelyDuplicates(participant.run, { title, description })
      // The post may be that of this form itself, whose response was lost.
      const created = similar.length > 0 ? await resultOf(participant) : null
      if (created !== null) return { leave: linkTo(participant, ['p', created]) }
      if (similar.length > 0) return { page: similarPage(similar), path }
    }
    await admit('posts')
    const slug = await once(participant, async (run) => {
      const { createPost } = await run(CREATE_POST, {
        ...{ title, description: typedText(description), bucketId: bucket || null },
      })
      return createPost.post.slug
    })
    return { leave: linkTo(participant, ['p', slug]) }
  },
  path: (participant) => linkTo(participant, ['new']),
  form: newPostPage,
}
