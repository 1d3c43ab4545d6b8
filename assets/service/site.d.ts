/** What the server writes before the script: the files of the site, by their paths below its root; whether a server of ours answers for the rest. */
declare const SITE: { version: string; shell: string; module: string; files: string[]; served: boolean };
