import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'
import { validSearch } from './search.ts'

/** The inbox. The address contains its filters and its order. */
const posts = createRoute({
  getParentRoute: () => organization,
  path: 'posts',
  validateSearch: validSearch,
  component: lazyRouteComponent(() => import('./inbox.tsx'), 'Inbox'),
})

/** A post, beside the list. */
const post = createRoute({
  getParentRoute: () => posts,
  path: '$post',
  component: lazyRouteComponent(() => import('./post.tsx'), 'Post'),
})

/** Addresses of the folder. */
export const postsRoutes = [posts.addChildren([post])] as const
