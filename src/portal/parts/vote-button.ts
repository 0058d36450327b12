import { html, type Html } from '../html.ts'
import { linkTo, type PortalVisit } from '../visit/portal-visit.ts'

type Voted = { slug: string; title: string; votesCount: number; viewerVote: string | null }

/**
 * Returns the votes of a post in a tile that sets and removes the vote of its reader. A script does that without a
 * load of the page. Signed-out people are led to sign in.
 */
export function voteButton(visit: PortalVisit, post: Voted): Html {
  const { path, words } = visit
  const hasVoted = post.viewerVote === 'UP'
  return html`<echolog-vote class="voting"
    ><form method="post" action="${linkTo(visit, ['p', post.slug, 'vote'])}">
      <input type="hidden" name="return_to" value="${path}#post-${post.slug}" />
      <button
        class="votes"
        name="vote"
        value="${hasVoted ? 'none' : 'up'}"
        aria-pressed="${hasVoted ? 'true' : 'false'}"
      >
        <span aria-hidden="true">▲</span><b>${words.number(post.votesCount)}</b
        ><span class="unseen"> ${words.count('votes.for', post.votesCount, { title: post.title })}</span>
      </button>
    </form></echolog-vote
  >`
}
