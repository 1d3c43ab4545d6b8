//! The forms of the visitor's page, by name.

/// The forms of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Change the name.
    Name,
    /// Make an account.
    SignUp,
    /// Open a session.
    LogIn,
    /// Show the profile to all, or stop showing it.
    Public,
    /// End the session, or all.
    LogOut,
    /// Change the password.
    Password,
    /// Delete the account.
    Delete,
}

impl Form {
    /// All forms.
    pub const ALL: [Form; 7] =
        [Form::Name, Form::SignUp, Form::LogIn, Form::LogOut, Form::Password, Form::Public, Form::Delete];

    /// The text in addresses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Form::Name => "name",
            Form::SignUp => "sign-up",
            Form::LogIn => "log-in",
            Form::LogOut => "log-out",
            Form::Password => "password",
            Form::Public => "public",
            Form::Delete => "delete",
        }
    }

    /// Reads the text in an address.
    #[must_use]
    pub fn read(text: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| form.word() == text)
    }
}
