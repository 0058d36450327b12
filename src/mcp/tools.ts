import type { Tool } from './tool.ts'
import { addComment } from './tools/add-comment.ts'
import { createPost } from './tools/create-post.ts'
import { deleteObject } from './tools/delete-object.ts'
import { draftChangelog } from './tools/draft-changelog.ts'
import { findSimilarPosts } from './tools/find-similar-posts.ts'
import { getPost } from './tools/get-post.ts'
import { getRoadmap } from './tools/get-roadmap.ts'
import { getWorkspace } from './tools/get-workspace.ts'
import { listChangelog } from './tools/list-changelog.ts'
import { mergePosts } from './tools/merge-posts.ts'
import { publishChangelog } from './tools/publish-changelog.ts'
import { recentEvents } from './tools/recent-events.ts'
import { searchCustomers } from './tools/search-customers.ts'
import { searchPosts } from './tools/search-posts.ts'
import { setVote } from './tools/set-vote.ts'
import { unmergePost } from './tools/unmerge-post.ts'
import { updateComment } from './tools/update-comment.ts'
import { updatePost } from './tools/update-post.ts'
import { upsertCustomer } from './tools/upsert-customer.ts'

/** The whole surface for agents, sorted by name. */
export const tools: readonly Tool[] = [
  addComment,
  createPost,
  deleteObject,
  draftChangelog,
  findSimilarPosts,
  getPost,
  getRoadmap,
  getWorkspace,
  listChangelog,
  mergePosts,
  publishChangelog,
  recentEvents,
  searchCustomers,
  searchPosts,
  setVote,
  unmergePost,
  updateComment,
  updatePost,
  upsertCustomer,
]
