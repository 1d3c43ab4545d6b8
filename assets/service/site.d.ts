/** What the server writes before the script: the files of the site, by their paths below its root. */
declare const SITE: { version: string; shell: string; module: string; files: string[] };
