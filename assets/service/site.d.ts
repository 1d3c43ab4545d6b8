/**
 * What the server writes before the script: the files of the site, by their paths below its root; whether a server of ours answers for the rest;
 * where it answers about notifications.
 */
declare const SITE: { version: string; shell: string; module: string; files: string[]; served: boolean; notifications: string };
