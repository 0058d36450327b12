import type { Tool } from './tool.ts'
import { findSimilarPosts } from './tools/find-similar-posts.ts'
import { getPost } from './tools/get-post.ts'
import { getRoadmap } from './tools/get-roadmap.ts'
import { getWorkspace } from './tools/get-workspace.ts'
import { listChangelog } from './tools/list-changelog.ts'
import { recentEvents } from './tools/recent-events.ts'
import { searchCustomers } from './tools/search-customers.ts'
import { searchPosts } from './tools/search-posts.ts'

/** The whole surface for agents, sorted by name. */
export const tools: readonly Tool[] = [
  findSimilarPosts,
  getPost,
  getRoadmap,
  getWorkspace,
  listChangelog,
  recentEvents,
  searchCustomers,
  searchPosts,
]
