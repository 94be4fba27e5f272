import { requestOf } from '@marketplace/server/test/raw-http';

/** A visitor's request: with no cookie its answer may be shared. */
export const asVisitor = (path: string): string => requestOf(path);

/** The same with a cookie that means nothing, which is answered from the database each time. */
export const passingCache = (path: string): string => requestOf(path, { cookie: 'bench=1' });
