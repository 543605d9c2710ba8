/**
 * A browser that shows a page alone, for WebKitGTK's driver; run by gjs. WebKitGTK's own is wider than a phone, and
 * under a driver it forgets everything when closed, and does not pass on its console.
 */
import GLib from 'gi://GLib';
import Gtk from 'gi://Gtk?version=3.0';
import WebKit from 'gi://WebKit2?version=4.1';

const profile = GLib.getenv('PHONE_PROFILE');
Gtk.init(null);

const context = WebKit.WebContext.new_with_website_data_manager(
  new WebKit.WebsiteDataManager({
    base_data_directory: `${profile}/data`,
    base_cache_directory: `${profile}/cache`,
  }),
);
context.set_preferred_languages(['en-AU']);
context
  .get_cookie_manager()
  .set_persistent_storage(`${profile}/cookies`, WebKit.CookiePersistentStorage.SQLITE);
context.set_automation_allowed(true);

function openWindow() {
  const settings = new WebKit.Settings({
    enable_write_console_messages_to_stdout: true,
    user_agent: GLib.getenv('PHONE_USER_AGENT'),
  });
  const view = new WebKit.WebView({ web_context: context, is_controlled_by_automation: true, settings });
  const window = new Gtk.Window({ default_width: 390, default_height: 844 });
  window.add(view);
  view.connect('close', () => window.destroy());
  window.show_all();
  return view;
}

context.connect('automation-started', (_, session) => {
  const info = new WebKit.ApplicationInfo();
  info.set_name('Phone');
  session.set_application_info(info);
  session.connect('create-web-view', openWindow);
});
Gtk.main();
